import { onContentUpdated, useData } from "vitepress";
import { watch } from "vue";

const DARK = "(prefers-color-scheme:dark)";

/** Shows the dark pictures where the page is dark: by its own switch, which may differ from the system's mode. */
export function darkPictures() {
  const { isDark } = useData();
  const select = () => {
    for (const source of document.querySelectorAll("source")) {
      source.dataset.media ??= source.media;
      source.media = source.dataset.media.replace(DARK, isDark.value ? "(width)" : "(width:0)");
    }
  };
  onContentUpdated(select);
  watch(isDark, select);
}
