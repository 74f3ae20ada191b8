/**
 * PICTURES. Charts and dashboards drawn on the server, without a browser, by the same definitions that draw them in one.
 * In: answers, forms and places as plain data. Out: a PNG or a PDF. Drawing runs in a thread of its own, within a deadline
 * and a bound of memory; the program of the thread is `picture-worker.ts`.
 */

export type { DrawnPicture, PicturedChart, PicturedText, PictureTask, Place, Summary } from './picture-task.ts';
export { pictureLanguage, sayDecimal, sentencesOf, type Translate, translatorOf } from './picture-words.ts';
export { chartDigest, createPictures, dashboardDigest, type Pictures, pictureDigest } from './pictures.ts';
export { readMapFile } from './read-maps.ts';
export { drawSmallPicture, type SmallChart } from './small-picture.ts';
