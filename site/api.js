// The choice of light or dark that was made on the other pages.
const appearance = localStorage.getItem("vitepress-theme-appearance");
if (appearance) localStorage.setItem("tsd-theme", appearance === "auto" ? "os" : appearance);
document.documentElement.dataset.theme = localStorage.getItem("tsd-theme") || "os";
