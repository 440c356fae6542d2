import "phasor-figure";
import type {} from "phasor-figure/react";
import type { PhasorFigureElement } from "phasor-figure";
import { useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";

function App() {
  const [position, setPosition] = useState("20");
  const figure = useRef<PhasorFigureElement>(null);
  useEffect(() => {
    const element = figure.current;
    const follow = () => setPosition(String(element?.position));
    element?.addEventListener("phasor-change", follow);
    return () => element?.removeEventListener("phasor-change", follow);
  }, []);
  return (
    <>
      <h1>Position {position}</h1>
      <button onClick={() => setPosition("100")}>to 100</button>
      <phasor-figure ref={figure} name="sine-waves" position={position} controls="minimal" />
    </>
  );
}

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(<App />);
}
