const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A text as the page of a mail shows it. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}

/** The same for Slack, which knows three signs alone. */
export function escapeSlack(text: string): string {
  return text.replace(/[&<>]/g, (sign) => signs[sign] ?? sign);
}
