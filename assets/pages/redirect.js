// Redirects addresses of other pages: the frame of a figure, and the figure that only the Lab has. Old names of claims
// said whether they are true.

const query = new URLSearchParams(location.search);
if (query.get("embed") === "1") {
  query.delete("embed");
  if (!query.has("name")) {
    query.set("name", location.hash.slice(1));
  }
  location.replace(`embed.html?${query}`);
} else if (location.hash.startsWith("#bulk-rope") && !location.pathname.endsWith("lab.html")) {
  location.replace(`lab.html${location.search}${location.hash}`);
}

const renamed = location.hash.replace(/^#(myth|fact)-/, "#claim-");
if (renamed !== location.hash) {
  history.replaceState(history.state, "", renamed);
}
