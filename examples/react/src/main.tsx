import "phasor-figure";
import type {} from "phasor-figure/react";
import type { PhasorFigureElement } from "phasor-figure";
import { StrictMode, useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";

function Figure({ position, onMove }: { position: string; onMove: (position: string) => void }) {
  const figure = useRef<PhasorFigureElement>(null);
  useEffect(() => {
    const element = figure.current;
    const follow = () => onMove(String(element?.position));
    element?.addEventListener("phasor-change", follow);
    return () => element?.removeEventListener("phasor-change", follow);
  }, [onMove]);
  return <phasor-figure ref={figure} name="sine-waves" position={position} far-offset={40} controls="minimal" />;
}

function App() {
  const [position, setPosition] = useState("20");
  const [isShown, setIsShown] = useState(true);
  return (
    <>
      <h1>Position {position}</h1>
      <button onClick={() => setPosition("100")}>to 100</button>
      <label>
        <input type="checkbox" checked={isShown} onChange={() => setIsShown(!isShown)} /> Show the figure
      </label>
      {isShown && <Figure position={position} onMove={setPosition} />}
    </>
  );
}

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(<StrictMode><App /></StrictMode>);
}
