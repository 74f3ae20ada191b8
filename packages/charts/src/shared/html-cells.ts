/** Whether a text is meant as HTML: it opens a tag. */
export function looksLikeHtml(text: string): boolean {
  return /<[a-z][^<>]*>/i.test(text);
}
