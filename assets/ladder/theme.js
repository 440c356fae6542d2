// Before the first paint, so that the reader's own choice of colours does not flash.
try {
  document.documentElement.dataset.theme = localStorage.getItem("phasor-theme") ?? "auto";
} catch {
  // Storage is forbidden: the system's colours stay.
}
