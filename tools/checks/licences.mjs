/**
 * What is shipped carries a permissive licence; tools of development may be under the Mozilla licence.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const title = 'Licences of dependencies';

const permissive =
  /^(MIT|MIT-0|ISC|Apache-2\.0|BSD-2-Clause|BSD-3-Clause|0BSD|CC0-1\.0|BlueOak-1\.0\.0|Python-2\.0|Unlicense|Zlib)$/;
/** Licences that a package may carry besides, and why that is in order. */
const exceptions = [
  { licence: /^MPL-2\.0$/, isDevelopmentOnly: true, why: 'used unchanged while developing, not shipped' },
  { licence: /^CC-BY-4\.0$/, isDevelopmentOnly: true, why: 'data used while developing, not shipped' },
  { licence: /^OFL-1\.1$/, isDevelopmentOnly: false, why: 'a font, shipped as the font file it is' },
];

export function check({ root }) {
  return foreignPackages(root).flatMap(({ name, licence, isDevelopmentOnly }) => {
    if (!licence) return [{ path: 'package-lock.json', line: 1, message: `${name} states no licence` }];
    if (isAllowed({ name, licence, isDevelopmentOnly })) return [];
    return [{ path: 'package-lock.json', line: 1, message: `${name} is under ${licence}` }];
  });
}

export function summary({ root }) {
  const packages = foreignPackages(root);
  const special = packages.filter(
    ({ licence }) => licence && !choicesOf(licence).some((choice) => permissive.test(choice)),
  );
  const names = special.map(({ name, licence }) => `${name} (${licence})`);
  return `${packages.length} packages; not MIT-like: ${names.join(', ') || 'none'}`;
}

function isAllowed({ name, licence, isDevelopmentOnly }) {
  return choicesOf(licence).some(
    (choice) =>
      permissive.test(choice) ||
      exceptions.some((exception) => exception.licence.test(choice) && appliesTo(exception, name, isDevelopmentOnly)),
  );
}

function appliesTo(exception, name, isDevelopmentOnly) {
  if (exception.name && !exception.name.test(name)) return false;
  return isDevelopmentOnly || !exception.isDevelopmentOnly;
}

/** `(MIT OR GPL-2.0)` lets us choose; `MIT AND X` binds to both, so it counts as one unknown licence unless all are permissive. */
function choicesOf(licence) {
  return licence
    .replace(/[()]/g, '')
    .split(/ OR /i)
    .map((choice) => {
      const all = choice.split(/ AND /i).map((part) => part.trim());
      return all.find((part) => !permissive.test(part)) ?? all[0];
    });
}

function foreignPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(
      ([path, entry]) => path.includes('node_modules/') && !entry.link && !path.includes('node_modules/@powerset/'),
    )
    .map(([path, entry]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      licence: entry.license ?? installedLicence(root, path),
      isDevelopmentOnly: Boolean(entry.dev || entry.devOptional),
    }));
}

function installedLicence(root, path) {
  const manifestPath = join(root, path, 'package.json');
  if (!existsSync(manifestPath)) return null;
  const { license, licenses } = JSON.parse(readFileSync(manifestPath, 'utf8'));
  const stated = license ?? licenses?.map(({ type }) => type).join(' OR ');
  return typeof stated === 'object' ? stated.type : (stated ?? null);
}
