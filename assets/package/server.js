// On a server there is no element; the reader's browser gets it.
export {};
