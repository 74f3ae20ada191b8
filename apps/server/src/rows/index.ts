/**
 * ROWS. What is done to an answer's rows after the engine: labels, comparison, post-processing, files. In threads of their
 * own where there is much, as nobody else's request may wait for it. In: packed tables. Out: packed tables and files.
 */
export { type ArrivingArrow, openArrivingArrow } from './arriving-arrow.ts';
export { findArrowStream } from './arrow.ts';
export { toCsvLine } from './csv.ts';
export { type DataFile, type FileFormat, mediaTypes } from './files.ts';
export { toReadable } from './readable.ts';
export { createRowWorkers, type RowWorkers } from './row-workers.ts';
export { fitCell, momentFormats, readSheetMoment } from './sheet-cells.ts';
export { comparedRows, perform, type RowTask, rowsCompared } from './tasks.ts';
export { toFigureValue, toWireFigures } from './wire-figures.ts';
