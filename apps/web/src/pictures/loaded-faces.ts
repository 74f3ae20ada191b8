/** The type faces that the page has loaded, as rules with their files in them: a picture can load none. */
export async function loadedFaces(): Promise<string> {
  const loaded = new Set([...document.fonts].filter(({ status }) => status === 'loaded').map(keyOfFace));
  const rules = [...document.styleSheets].flatMap(faceRulesOf).filter((rule) => loaded.has(keyOfRule(rule)));
  return (await Promise.all(rules.map(withFile))).join('\n');
}

function faceRulesOf(sheet: CSSStyleSheet): readonly CSSFontFaceRule[] {
  return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
}

const plain = (text: string) => text.toLowerCase().replace(/["'\s]/g, '');

const keyOfFace = ({ family, style, weight, unicodeRange }: FontFace) =>
  [family, style, weight, unicodeRange].map(plain).join('|');

function keyOfRule({ style }: CSSFontFaceRule): string {
  const names = ['font-family', 'font-style', 'font-weight', 'unicode-range'];
  return names.map((name) => plain(style.getPropertyValue(name))).join('|');
}

async function withFile(rule: CSSFontFaceRule): Promise<string> {
  const [whole, address] = /url\(["']?([^"')]+)["']?\)/.exec(rule.cssText) ?? [];
  if (!whole || !address || address.startsWith('data:')) return rule.cssText;
  const answer = await fetch(new URL(address, rule.parentStyleSheet?.href ?? document.baseURI));
  return rule.cssText.replace(whole, `url("${await toDataUrl(await answer.blob())}")`);
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
