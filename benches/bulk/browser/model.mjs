// Writes an ONNX model of one node, com.microsoft.RotaryEmbedding, with its tables as inputs. A model is a protobuf
// message; this one is so small that we write it field by field.

const FLOAT = 1;
const INT64 = 7;
const ATTRIBUTE_INT = 2;
const IR_VERSION = 8;

/**
 * Encodes a number with seven bits per byte.
 * @param {number} value
 * @returns {number[]}
 */
const varint = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]);

/**
 * Encodes a field: a number, or text or a message with its length before it.
 * @param {number} key
 * @param {number | string | number[]} value
 * @returns {number[]}
 */
function field(key, value) {
  if (typeof value === "number") {
    return [...varint(key << 3), ...varint(value)];
  }
  const bytes = typeof value === "string" ? [...new TextEncoder().encode(value)] : value;
  return [...varint((key << 3) | 2), ...varint(bytes.length), ...bytes];
}

/**
 * Encodes an input or output with named sizes.
 * @param {string} name
 * @param {number} type
 * @param {string} sizes
 */
function value(name, type, sizes) {
  const shape = [...sizes].flatMap((size) => field(1, field(2, size)));
  const tensor = [...field(1, type), ...field(2, shape)];
  return [...field(1, name), ...field(2, field(1, tensor))];
}

/**
 * Returns a model with the inputs x `[b, h, n, d]`, p `[b, n]`, c and s `[m, r]`, and the output y.
 * @param {boolean} isInterleaved
 */
export function rotaryModel(isInterleaved) {
  const attribute = [...field(1, "interleaved"), ...field(3, Number(isInterleaved)), ...field(20, ATTRIBUTE_INT)];
  const node = [
    ...["x", "p", "c", "s"].flatMap((name) => field(1, name)),
    ...field(2, "y"),
    ...field(4, "RotaryEmbedding"),
    ...field(5, attribute),
    ...field(7, "com.microsoft"),
  ];
  const inputs = [value("x", FLOAT, "bhnd"), value("p", INT64, "bn"), value("c", FLOAT, "mr"), value("s", FLOAT, "mr")];
  const graph = [
    ...field(1, node),
    ...field(2, "rope"),
    ...inputs.flatMap((input) => field(11, input)),
    ...field(12, value("y", FLOAT, "bhnd")),
  ];
  const operators = [["", 17], ["com.microsoft", 1]].map(([domain, version]) => [...field(1, domain), ...field(2, version)]);
  const model = [...field(1, IR_VERSION), ...field(7, graph), ...operators.flatMap((operator) => field(8, operator))];
  return Uint8Array.from(model);
}
