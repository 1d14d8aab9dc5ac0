import DefaultTheme from "vitepress/theme-without-fonts";
import { darkPictures } from "./dark-pictures.mjs";
import "./diagram.css";
import "./pages.css";
import { Diagram } from "./diagram.mjs";

/** @type {import("vitepress").Theme} */
export default { extends: DefaultTheme, setup: darkPictures, enhanceApp: ({ app }) => void app.component("Diagram", Diagram) };
