// The module that the build generates for scripts; `tools/program/scripts.mjs` writes it.

declare module "phasor:built" {
  /** Loads and starts the part of the page's program that every figure needs. */
  export const start: () => Promise<any>;
  /** Functions that fetch the files that load later: chunks of the program by name, vectors by path. */
  export const FILES: Record<string, () => Response | Promise<Response>>;
  /** The chunks of figures whose chunk has another name. */
  export const CHUNKS: Record<string, string>;
  /** The files of numbers that a figure needs. */
  export const NEEDS: Record<string, string[]>;
  /** The figures of the Lab. */
  export const LAB: string[];
  /** The parameters of the figures. */
  export const KEYS: string[];
  /** The hashes of the scripts of the element, by their names, in builds that print them. */
  export const INTEGRITY: Record<string, string>;
  /** The file of the language model, in the script that runs it. */
  export const MODEL: { name: string, size: number };
  /** The number of the build, in the service worker. */
  export const BUILD: string;
  /** The hashes of all files that every visit keeps, by their paths from the root of the site, in the service worker. */
  export const HASHES: Record<string, string>;
  /** The hashes of the files that are kept once a reader has needed them. */
  export const ON_REQUEST: Record<string, string>;
}
