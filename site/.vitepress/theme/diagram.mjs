import { useData } from "vitepress";
import { defineComponent, h, onMounted, ref, useId, watch } from "vue";

/** A diagram in the language of Mermaid: drawn in the browser, in the colours of the page. Until then, its text. */
export const Diagram = defineComponent({
  props: {
    /** Encoded as a part of an address, so that no character of it has a meaning in a template. */
    source: { type: String, required: true },
  },
  setup({ source }) {
    const text = decodeURIComponent(source);
    const { isDark } = useData();
    const id = `diagram-${useId()}`;
    const svg = ref("");
    const draw = async () => {
      const { default: mermaid } = await import("mermaid");
      mermaid.initialize({
        startOnLoad: false,
        theme: isDark.value ? "dark" : "default",
        flowchart: { useMaxWidth: false, wrappingWidth: 110, nodeSpacing: 20, rankSpacing: 36 },
      });
      svg.value = (await mermaid.render(id, text)).svg;
    };
    onMounted(draw);
    watch(isDark, draw);
    return () => (svg.value === "" ? h("pre", text) : h("div", { class: "diagram", innerHTML: svg.value }));
  },
});
