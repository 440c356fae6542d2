// Redirects addresses of other pages: the frame of a figure, and the figure that only the Lab has.

const asked = new URLSearchParams(location.search);
if (asked.get("embed") === "1") {
  asked.delete("embed");
  if (!asked.has("name")) {
    asked.set("name", location.hash.slice(1));
  }
  location.replace(`embed.html?${asked}`);
} else if (location.hash.startsWith("#bulk-rope") && !location.pathname.endsWith("lab.html")) {
  location.replace(`lab.html${location.search}${location.hash}`);
}
