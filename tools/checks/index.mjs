/**
 * What `npm run check` looks at besides types and lint. Each check takes `{root, sources}` and returns its problems as
 * `{path, line, message}`; some also give a summary.
 */
import * as calledAddresses from './called-addresses.mjs';
import * as engineNames from './engine-names.mjs';
import * as forbiddenWords from './forbidden-words.mjs';
import * as functionBudgets from './function-budgets.mjs';
import * as importCycles from './import-cycles.mjs';
import * as importLaw from './import-law.mjs';
import * as licences from './licences.mjs';
import * as loadEffects from './load-effects.mjs';
import * as lockFile from './lock-file.mjs';
import * as namedAnswers from './named-answers.mjs';
import * as requirementTitles from './requirement-titles.mjs';
import * as roomNames from './room-names.mjs';
import * as styleClasses from './style-classes.mjs';
import * as suppressions from './suppressions.mjs';
import * as typedFiles from './typed-files.mjs';

export const checks = [
  importLaw,
  importCycles,
  functionBudgets,
  loadEffects,
  engineNames,
  calledAddresses,
  roomNames,
  namedAnswers,
  requirementTitles,
  styleClasses,
  suppressions,
  forbiddenWords,
  licences,
  lockFile,
  typedFiles,
];
