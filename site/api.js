// The choice of light or dark that was made on the other pages.
const stored = "vitepress-theme-appearance";
const appearance = localStorage.getItem(stored);
if (appearance) localStorage.setItem("tsd-theme", appearance === "auto" ? "os" : appearance);
const { documentElement: root } = document;
root.dataset.theme = localStorage.getItem("tsd-theme") || "os";

const button = document.createElement("button");
button.className = "tsd-widget appearance";
button.ariaLabel = button.title = "Switch between light and dark";
button.textContent = "◐";
button.addEventListener("click", () => {
  const isDark = getComputedStyle(root).colorScheme === "dark";
  root.dataset.theme = isDark ? "light" : "dark";
  localStorage.setItem(stored, root.dataset.theme);
});
document.querySelector("#tsd-toolbar-links").after(button);

/** Lets the name of an entry point be broken behind its slash. */
function breakNames(names) {
  for (const { lastChild: name } of names) {
    const end = (name.data ?? "").indexOf("/") + 1;
    if (end > 0) name.splitText(end).before(document.createElement("wbr"));
  }
}
breakNames(document.querySelectorAll("h1"));
const navigation = document.querySelector("#tsd-nav-container");
new MutationObserver(() => breakNames(navigation.querySelectorAll("a span"))).observe(navigation, { childList: true, subtree: true });
