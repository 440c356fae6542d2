/** `<phasor-figure>` in JSX: `import type {} from "phasor-figure/react"`. */
import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { PhasorFigureAttributes, PhasorFigureElement } from "./phasor.js";

type Props = DetailedHTMLProps<HTMLAttributes<PhasorFigureElement>, PhasorFigureElement> & PhasorFigureAttributes;

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "phasor-figure": Props;
    }
  }
}
