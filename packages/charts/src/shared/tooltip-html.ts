import type { ChartTheme } from '@powerset/chart-kit';

/** Every piece of text that reaches a tooltip goes through here: names of series and values come from data. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

export interface TooltipRow {
  readonly color: string;
  readonly label: string;
  readonly value: string;
  readonly isFaded?: boolean;
}

interface TooltipFoot {
  readonly label: string;
  readonly value: string;
  readonly color?: string;
}

export interface TooltipContent {
  readonly title: string;
  readonly rows: readonly TooltipRow[];
  /** Below the hairline: a total, a change. */
  readonly foot?: TooltipFoot;
  /** Where there is more than one. */
  readonly feet?: readonly TooltipFoot[];
  /** How many rows were left out, as a sentence. */
  readonly more?: string;
}

/** The raised card: title, rows with the figure at the right, total or change below a hairline. */
export function tooltipHtml(content: TooltipContent, theme: ChartTheme): string {
  const rows = content.rows.map((row) => rowHtml(row, theme)).join('');
  const more = content.more
    ? `<div style="color:${theme.textTertiary};padding-top:4px">${escapeHtml(content.more)}</div>`
    : '';
  const feet = [...(content.foot ? [content.foot] : []), ...(content.feet ?? [])];
  const foot = feet.map((one) => footHtml(one, theme)).join('');
  const title = `<div style="font-weight:600;color:${theme.text};padding-bottom:${rows ? 4 : 0}px;max-width:280px;white-space:normal">${escapeHtml(content.title)}</div>`;
  return `<div style="min-width:128px;padding:8px 10px;font:400 12px/20px ${escapeHtml(theme.font)};font-variant-numeric:tabular-nums">${title}${rows}${more}${foot}</div>`;
}

function rowHtml(row: TooltipRow, theme: ChartTheme): string {
  const square = `<span style="flex:none;width:8px;height:8px;border-radius:2px;background:${escapeHtml(row.color)}"></span>`;
  const label = `<span style="flex:1;overflow:hidden;text-overflow:ellipsis;max-width:220px;color:${theme.textSecondary}">${escapeHtml(row.label)}</span>`;
  const value = `<span style="padding-left:16px;font-weight:600;color:${theme.text}">${escapeHtml(row.value)}</span>`;
  return `<div style="display:flex;align-items:center;gap:8px${row.isFaded ? ';opacity:.5' : ''}">${square}${label}${value}</div>`;
}

function footHtml(foot: TooltipFoot, theme: ChartTheme): string {
  const label = `<span style="flex:1;color:${theme.textTertiary}">${escapeHtml(foot.label)}</span>`;
  const value = `<span style="padding-left:16px;font-weight:600;color:${escapeHtml(foot.color ?? theme.text)}">${escapeHtml(foot.value)}</span>`;
  return `<div style="display:flex;border-top:1px solid ${theme.border};margin:6px -10px 0;padding:5px 10px 0">${label}${value}</div>`;
}
