// The module that the build generates for scripts; `tools/scripts.mjs` writes it.

declare module "phasor:built" {
  /** Loads and starts the part of the page's program that every figure needs. */
  export const start: () => Promise<any>;
  /** Functions that fetch the files that load later: chunks of the program by name, vectors by path. */
  export const FILES: Record<string, () => Response | Promise<Response>>;
  /** The chunks of figures whose chunk has another name. */
  export const CHUNKS: Record<string, string>;
  /** The figures of the Lab. */
  export const LAB: string[];
  /** The parameters of the figures. */
  export const KEYS: string[];
  /** The labels of the parameters. */
  export const LABELS: Record<string, string>;
}

// The program of the room of models; `tools/room.mjs` builds it from src/models.

declare module "phasor:models" {
  export default function init(from: { module_or_path: URL }): Promise<unknown>;
  export enum Side {
    Here,
    There,
  }
  export class Room {
    import(bytes: Uint8Array): string;
    read(side: Side, text: string, title: string): void;
    show(query: string, theme: string): string;
    file(query: string, name: string, theme: string): string;
    numbers(query: string, format: string): Uint8Array;
    change(finding: number): string | undefined;
    excerpt(): string | undefined;
    facts(): string | undefined;
  }
  export function published(): string;
  export function published_text(name: string): string;
  export function views(): string;
}
