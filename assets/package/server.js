// A server does not need the element; the reader's browser loads it.
export {};
