import { sayBeside } from '@powerset/ui';
import { useState } from 'react';
import { errorText, importBundle, listMessages, type Resource } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import {
  type FileRefusal,
  type ImportProblems,
  readImportProblems,
  type SecretQuestion,
  secretKinds,
} from './import-problems.ts';

interface ImportTarget {
  readonly resource: Resource;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export type SecretAnswers = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The answers with one more, by the form's field and the database's file. */
export function withSecret(answers: SecretAnswers, { kind, file }: SecretQuestion, value: string): SecretAnswers {
  const { field } = secretKinds[kind];
  return { ...answers, [field]: { ...answers[field], [file]: value } };
}

export function secretOf(answers: SecretAnswers, { kind, file }: SecretQuestion): string {
  return answers[secretKinds[kind].field]?.[file] ?? '';
}

interface Attempt {
  readonly file: File;
  readonly isOverwrite: boolean;
  readonly secrets: SecretAnswers;
}

/** One import, sent again with what the server asked for; questions stay until the file changes. */
export function useImport({ resource, onClose, onDone }: ImportTarget) {
  const t = useT();
  const [problems, setProblems] = useState<ImportProblems | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [refusals, setRefusals] = useState<readonly FileRefusal[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const run = async ({ file, ...options }: Attempt) => {
    const say = sayBeside();
    setIsBusy(true);
    setError(null);
    setRefusals([]);
    try {
      const { warnings } = await importBundle(resource, file, options);
      say.success(t('Imported: {{name}}', { name: file.name }));
      if (warnings) say.warning(warnings.join('\n'));
      onDone();
      onClose();
    } catch (failure) {
      const found = readImportProblems(failure);
      setProblems((before) => (found.isHopeless ? null : mergeProblems(before, found)));
      setRefusals(found.refusals);
      setError(found.isHopeless ? listMessages.importFailed(resource.label, errorText(failure)) : null);
    } finally {
      setIsBusy(false);
    }
  };
  const reset = () => {
    setProblems(null);
    setError(null);
    setRefusals([]);
  };
  return { problems, refusals, error, isBusy, run, reset };
}

/** What was asked for before stays on the screen beside what is asked for now. */
function mergeProblems(before: ImportProblems | null, found: ImportProblems): ImportProblems {
  const asked = before?.secrets ?? [];
  const fresh = found.secrets.filter(
    ({ kind, file }) => !asked.some((known) => known.kind === kind && known.file === file),
  );
  return {
    secrets: [...asked, ...fresh],
    existing: [...new Set([...(before?.existing ?? []), ...found.existing])],
    refusals: [],
    isHopeless: false,
  };
}
