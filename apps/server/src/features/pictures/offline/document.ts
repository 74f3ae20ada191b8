import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { directionOf, type LanguageCode } from '@powerset/contract';

/** The page of a file as the build made it: compressed, and by what its policy knows the script. */
interface BuiltPage {
  readonly script: string;
  readonly scriptHash: string;
  readonly style: string;
}

const folderOf = (webFolder: string) => join(webFolder, 'offline');

/** Whether this build has the page that lies in files. */
export const isOfflinePageBuilt = (webFolder: string): boolean =>
  existsSync(join(folderOf(webFolder), 'offline.js.gz'));

/** The words of a language besides English. */
export function readTexts(webFolder: string, language: LanguageCode): string {
  return language === 'en' ? '{}' : readFileSync(join(folderOf(webFolder), `texts-${language}.json`), 'utf8');
}

let kept: { readonly folder: string; readonly page: BuiltPage } | null = null;

function readPage(webFolder: string): BuiltPage {
  const folder = folderOf(webFolder);
  if (kept?.folder === folder) return kept.page;
  const read = (name: string) => readFileSync(join(folder, name));
  const page = {
    script: read('offline.js.gz').toString('base64'),
    scriptHash: hashOf(read('offline.js')),
    style: read('offline.css.gz').toString('base64'),
  };
  kept = { folder, page };
  return page;
}

const hashOf = (content: Buffer | string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/**
 * Unpacks what lies in the file and starts its page. Nothing of it is ever read as markup: it is base64 until it is text, and text until
 * the policy has found the script to be the one that it names.
 */
const startScript = `(async () => {
  const read = async (name) => {
    const text = document.getElementById('powerset-' + name).textContent.trim();
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
  };
  const [style, data, script] = await Promise.all(['style', 'data', 'script'].map(read));
  document.head.append(Object.assign(document.createElement('style'), { textContent: style }));
  globalThis.powersetFile = JSON.parse(data);
  globalThis.powersetMaps = Object.fromEntries(
    Object.entries(globalThis.powersetFile.maps).map(([name, map]) => ['/maps/' + name + '.json', async () => map]),
  );
  document.body.append(Object.assign(document.createElement('script'), { textContent: script }));
})();`;

export interface DocumentParts {
  readonly webFolder: string;
  readonly title: string;
  readonly language: LanguageCode;
  readonly theme: 'light' | 'dark';
  /** The file's content, compressed. */
  readonly data: Buffer;
}

/** The file: a policy that lets it run its own two scripts and reach nothing, and everything else as base64. */
export function toDocument({ webFolder, title, language, theme, data }: DocumentParts): string {
  const { script, scriptHash, style } = readPage(webFolder);
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(startScript)} ${scriptHash}`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const pack = (name: string, content: string) =>
    `<script type="application/octet-stream" id="powerset-${name}">${content}</script>`;
  return [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}" data-theme="${theme}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escapeText(title)}</title></head><body><div id="root"></div>`,
    pack('style', style),
    pack('script', script),
    pack('data', data.toString('base64')),
    `<script>${startScript}</script></body></html>`,
  ].join('\n');
}

const escapeText = (text: string) => text.replace(/[&<>"'\u2028\u2029]/g, (letter) => `&#${letter.codePointAt(0)};`);
