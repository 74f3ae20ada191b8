import { directionOf } from '@powerset/contract';
import { escapeHtml, escapeSlack } from '../../outgoing/index.ts';
import { sayDecimal, type Translate, translatorOf } from '../../pictures/index.ts';
import type { AlertAnswer } from './alert.ts';
import type { Content, ContentTable } from './content.ts';
import type { Report } from './store.ts';

/** What a message says besides what it delivers. */
export interface Message {
  readonly report: Pick<Report, 'type' | 'name' | 'description' | 'context_markdown' | 'email_subject'>;
  readonly content: Content;
  /** Of an alert: its value and its condition, in words. */
  readonly alertWords: string | null;
  readonly isTest: boolean;
  /** The language in which its owner reads. */
  readonly locale: string;
}

/** An alert's value and its condition, in words. */
export function toAlertWords(
  condition: { readonly type: string | null; readonly op: string; readonly threshold: string },
  answer: AlertAnswer,
  locale: string,
): string {
  const translate = translatorOf(locale);
  if (condition.type === 'not null')
    return answer.rowJson === null
      ? translate('The query answered nothing.')
      : translate('The query answered {{answer}}.', { answer: answer.rowJson });
  const values = {
    value: sayDecimal(String(answer.value), locale),
    condition: `${condition.op} ${sayDecimal(condition.threshold, locale)}`,
  };
  return answer.isMet
    ? translate('The value is {{value}}; the condition {{condition}} holds.', values)
    : translate('The value is {{value}}; the condition {{condition}} does not hold.', values);
}

export const pictureId = 'picture@powerset';

export function subjectOf({ report, isTest, locale }: Pick<Message, 'report' | 'isTest' | 'locale'>): string {
  const translate = translatorOf(locale);
  const subject = report.email_subject || `[${report.type}] ${report.name}`;
  // One line, whatever was typed.
  return (isTest ? translate('Test: {{subject}}', { subject }) : subject).replace(/[\r\n]+/g, ' ');
}

function wordsOf({ report, alertWords }: Message): readonly string[] {
  return [alertWords, report.description, report.context_markdown].flatMap((text) =>
    text?.trim() ? [text.trim()] : [],
  );
}

/** The message as plain text. */
export function toText(message: Message): string {
  const { report, content } = message;
  const table = content.table ? [toTextTable(content.table, translatorOf(message.locale))] : [];
  return [report.name, ...wordsOf(message), ...table, `${content.source}: ${content.url}`].join('\n\n');
}

/** Columns below each other, as in a terminal. */
function toTextTable({ heads, rows, leftOut }: ContentTable, translate: Translate): string {
  const lines = [heads.map(({ text }) => text), ...rows];
  const widths = heads.map((_, at) => Math.min(40, Math.max(...lines.map((line) => [...(line[at] ?? '')].length))));
  const toLine = (line: readonly string[]) =>
    line
      .map((text, at) => {
        const cut = [...text].slice(0, widths[at]).join('');
        return heads[at]?.isNumber ? cut.padStart(widths[at] ?? 0) : cut.padEnd(widths[at] ?? 0);
      })
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  const [head = [], ...body] = lines;
  return [toLine(head), rule, ...body.map(toLine), ...moreRows(leftOut, translate)].join('\n');
}

const moreRows = (leftOut: number, translate: Translate): readonly string[] =>
  leftOut > 0 ? [translate('… and {{count}} more rows', { count: leftOut })] : [];

/** Mail programs know tables and inline styles, and few know more; those that do turn it dark where their reader wants. */
export function toHtml(message: Message): string {
  const { report, content, isTest, locale } = message;
  const translate = translatorOf(locale);
  const paragraphs = wordsOf(message)
    .flatMap((text) => text.split(/\n{2,}/))
    .map(
      (text) =>
        `<p class="text" style="margin:0 0 12px;color:#24292f">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`,
    );
  const picture = content.picture
    ? `<a href="${escapeHtml(content.url)}"><img src="cid:${pictureId}" alt="${escapeHtml(content.source)}" width="640" style="display:block;width:100%;max-width:960px;height:auto;border:1px solid #d0d7de;border-radius:8px"></a>`
    : '';
  const files = content.files.map(
    ({ name }) =>
      `<p class="quiet" style="margin:0 0 12px;color:#57606a">${escapeHtml(translate('Attached: {{name}}', { name }))}</p>`,
  );
  return `<!doctype html>
<html lang="${escapeHtml(locale)}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(report.name)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #0d1117 !important; }
  .card { background: #161b22 !important; border-color: #30363d !important; }
  .title, .text, .cell { color: #e6edf3 !important; }
  .quiet, .head { color: #9198a1 !important; }
  .cell, .head { border-color: #30363d !important; }
  .open { background: #1f6feb !important; color: #ffffff !important; }
}
</style></head>
<body class="page" style="margin:0;padding:24px 12px;background:#f6f8fa;font:14px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<table role="presentation" align="center" width="100%" style="max-width:1008px;margin:0 auto;border-collapse:separate"><tr>
<td class="card" style="background:#ffffff;border:1px solid #d0d7de;border-radius:12px;padding:24px">
<h1 class="title" style="margin:0 0 12px;font-size:20px;line-height:1.3;color:#1f2328">${escapeHtml(report.name)}</h1>
${isTest ? `<p class="quiet" style="margin:0 0 12px;color:#57606a">${escapeHtml(translate('This is a test: it went to you alone.'))}</p>` : ''}
${paragraphs.join('\n')}
${picture}${content.table ? toHtmlTable(content.table, translate) : ''}${files.join('\n')}
<p style="margin:20px 0 0"><a class="open" href="${escapeHtml(content.url)}" style="display:inline-block;padding:8px 16px;border-radius:6px;background:#0969da;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(translate('Open {{name}}', { name: content.source }))}</a></p>
</td></tr></table>
</body></html>
`;
}

function toHtmlTable({ heads, rows, leftOut }: ContentTable, translate: Translate): string {
  const align = (at: number) => (heads[at]?.isNumber ? 'right' : 'left');
  const cell = (tag: 'th' | 'td', text: string, at: number) =>
    `<${tag} class="${tag === 'th' ? 'head' : 'cell'}" align="${align(at)}" style="padding:6px 12px 6px 0;border-bottom:1px solid #d0d7de;color:${tag === 'th' ? '#57606a' : '#24292f'};font-size:13px">${escapeHtml(text)}</${tag}>`;
  const head = heads.map(({ text }, at) => cell('th', text, at)).join('');
  const body = rows.map((row) => `<tr>${row.map((text, at) => cell('td', text, at)).join('')}</tr>`).join('\n');
  const more = moreRows(leftOut, translate)
    .map((text) => `<p class="quiet" style="margin:8px 0 0;color:#57606a">${escapeHtml(text)}</p>`)
    .join('');
  return `<table width="100%" style="border-collapse:collapse"><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>${more}`;
}

const slackLimit = 2800;

/** The message for a Slack-compatible incoming webhook, which takes texts alone. */
export function toSlackBody(message: Message): string {
  const { report, content, locale } = message;
  const translate = translatorOf(locale);
  const plain = escapeSlack;
  const sections = [
    `*${plain(subjectOf(message)).replaceAll('*', '∗')}*`,
    ...wordsOf(message).map(plain),
    ...(content.table ? [`\`\`\`${plain(toTextTable(content.table, translate)).slice(0, slackLimit)}\`\`\``] : []),
    `<${content.url}|${plain(translate('Open {{name}}', { name: content.source })).replaceAll('|', '∣')}>`,
  ];
  return JSON.stringify({
    text: `${report.name}: ${content.url}`,
    blocks: sections.map((text) => ({
      type: 'section',
      text: { type: 'mrkdwn', text: text.slice(0, slackLimit + 10) },
    })),
  });
}

export interface HookFacts {
  readonly report: Report;
  readonly ownerIds: readonly number[];
  readonly value: number | null;
}

/** The message for a webhook: the reference's fields, and the files within. */
export function toHookBody(message: Message, { report, ownerIds, value }: HookFacts): string {
  const { content } = message;
  const files = [...(content.picture ? [content.picture] : []), ...content.files];
  return JSON.stringify({
    name: report.name,
    header: {
      notification_format: report.report_format,
      notification_type: report.type,
      notification_source: report.chart_id === null ? 'dashboard' : 'chart',
      chart_id: report.chart_id,
      dashboard_id: report.dashboard_id,
      owners: ownerIds,
    },
    text: toText(message),
    description: report.description ?? '',
    url: content.url,
    value,
    is_test: message.isTest,
    files: files.map(({ name, type, content: bytes }) => ({
      name,
      type,
      content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
    })),
  });
}
