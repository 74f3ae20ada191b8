/**
 * MARKDOWN. Text that people wrote, as a page shows it, with what could harm a reader taken out.
 * In: Markdown. Out: elements. The reader's code comes with the first text.
 */
export { MarkdownText } from './MarkdownText.tsx';
