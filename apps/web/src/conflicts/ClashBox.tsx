import { Button, ErrorBox } from '@powerset/ui';
import { type ReactNode, useState } from 'react';
import { useT } from '../i18n/index.ts';
import { ClashChoices } from './ClashChoices.tsx';
import type { Choices, Clash } from './merging.ts';

export interface ClashBoxProps {
  readonly title: string;
  readonly text?: string;
  readonly clashes: readonly Clash[];
  readonly onSave: (choices: Choices) => void;
  /** What else there is to know before one chooses. */
  readonly children?: ReactNode;
}

/** Both changed the same: of each such thing one version is chosen, and what was chosen is saved. */
export function ClashBox({ title, text, clashes, onSave, children }: ClashBoxProps) {
  const t = useT();
  const [choices, setChoices] = useState<Choices>({});
  const isOpen = clashes.some(({ id }) => !choices[id]);
  return (
    <>
      <ErrorBox
        level="warning"
        title={title}
        text={text}
        actions={
          <Button size="small" kind="primary" isDisabled={isOpen} onClick={() => onSave(choices)}>
            {t('Save with these')}
          </Button>
        }
      />
      {children}
      <ClashChoices clashes={clashes} choices={choices} onChange={setChoices} />
    </>
  );
}
