/**
 * DOCUMENTS OF THEMES. From outside: the JSON text of a look, and the logos and fonts that it shows. Out: what is wrong with it; the same
 * document with its files inside, for other installations, and with files that came inside kept here; the colours in which a picture is drawn.
 */
export { findThemeProblem, maxThemes } from './document.ts';
export {
  getThemeFile,
  type InsideBudget,
  keepThemeFile,
  maxThemeFiles,
  readThemeFile,
  withFilesInside,
  withFilesKept,
} from './files.ts';
export { findPicturedLook } from './pictured-look.ts';
