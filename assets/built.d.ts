// What the build writes into scripts that ask for it; `tools/scripts.mjs` makes it.

declare module "phasor:built" {
  /** Loads and starts the page's program: what every figure needs. */
  export const start: () => Promise<any>;
  /** How the files are fetched that come later: chunks of the program by their names, vectors by their paths. */
  export const FILES: Record<string, () => Response | Promise<Response>>;
  /** The chunks of figures that have not one of their own name. */
  export const CHUNKS: Record<string, string>;
  /** The figures of the Lab. */
  export const LAB: string[];
  /** The parameters of the figures. */
  export const KEYS: string[];
  /** What the page calls them. */
  export const LABELS: Record<string, string>;
}
