// Reads HTML and SVG as trees, and writes trees as text. Only this module uses the parser.
//
// Texts and the values of attributes keep their entities, so what nobody changes is written as it was read, and
// a caller escapes the values that it sets.

import { DomUtils, ElementType, parseDocument } from "htmlparser2";

/** @typedef {import("domhandler").AnyNode} Node */
/** @typedef {import("domhandler").Document} Document */
/** @typedef {import("domhandler").Element} Element */
/** @typedef {import("domhandler").ParentNode} Parent */
/** @typedef {import("domhandler").Text} Text */
/** A predicate for elements. @typedef {(element: Element) => boolean} Test */

export const { append, appendChild, nextElementSibling, prependChild, removeElement, replaceElement } = DomUtils;

/** Moves nodes to the end of an element. @param {Element} parent @param {Node[]} nodes */
export const appendAll = (parent, nodes) => [...nodes].forEach((node) => appendChild(parent, /** @type {import("domhandler").ChildNode} */ (node)));

/** Returns whether a node is an element. @param {Node} node @returns {node is Element} */
export const isTag = (node) => ElementType.isTag(node);

/** Returns whether a node is a text. @param {Node} node @returns {node is Text} */
export const isText = (node) => node.type === ElementType.Text;

/** Reads HTML. @param {string} text @returns {Document} */
export const readHtml = (text) => parseDocument(text, { decodeEntities: false });

/** Reads SVG, where every element may close itself. @param {string} text @returns {Document} */
export const readSvg = (text) => parseDocument(text, { decodeEntities: false, xmlMode: true });

/** Writes HTML. @param {Node | Node[]} nodes */
export const writeHtml = (nodes) => DomUtils.getOuterHTML(nodes, { encodeEntities: false, selfClosingTags: false });

/** Writes SVG. @param {Node | Node[]} nodes */
export const writeSvg = (nodes) => DomUtils.getOuterHTML(nodes, { encodeEntities: false, xmlMode: true });

/**
 * Returns a test for elements with a name and with attributes. An attribute that should be `true` may have any value.
 * @param {string} name
 * @param {Record<string, string | true>} [attributes]
 * @returns {Test}
 */
export const is = (name, attributes = {}) => {
  const wanted = Object.entries(attributes);
  return (element) => element.name === name && wanted.every(([key, value]) => (value === true ? key in element.attribs : element.attribs[key] === value));
};

/** Returns all elements that pass a test, in their order. @param {Parent} tree @param {Test} test @returns {Element[]} */
export const all = (tree, test) => DomUtils.findAll(test, tree.children);

/** Returns the first element that passes a test. @param {Parent} tree @param {Test} test @returns {Element | undefined} */
export const first = (tree, test) => DomUtils.findOne(test, tree.children) ?? undefined;

/** Returns what is inside an element as HTML. @param {Parent} tree */
export const inside = (tree) => writeHtml(tree.children);

/** Returns the one element of a piece of HTML. @param {string} html @returns {Element} */
export function element(html) {
  const { children } = readHtml(html);
  const [only] = children;
  if (children.length !== 1 || !isTag(only)) {
    throw new Error(`There must be one element in ${html}`);
  }
  return only;
}

/**
 * Puts nodes in the place of a node.
 * @param {Node} node
 * @param {Node[]} others
 */
export function replaceBy(node, others) {
  [...others].forEach((other) => DomUtils.prepend(node, other));
  removeElement(node);
}

/**
 * Gives an element attributes, which stand before those that it has.
 * @param {Element} element
 * @param {Record<string, string>} attributes
 */
export function setFirst(element, attributes) {
  element.attribs = { ...attributes, ...element.attribs, ...attributes };
}
