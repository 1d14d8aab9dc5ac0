import DefaultTheme from "vitepress/theme-without-fonts";
import "./diagram.css";
import "./pages.css";
import { Diagram } from "./diagram.mjs";

/** @type {import("vitepress").Theme} */
export default { extends: DefaultTheme, enhanceApp: ({ app }) => void app.component("Diagram", Diagram) };
