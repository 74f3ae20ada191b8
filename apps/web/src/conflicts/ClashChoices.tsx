import { Button, classNames, textRoles } from '@powerset/ui';
import { useId } from 'react';
import { useT } from '../i18n/index.ts';
import styles from './ClashChoices.module.css';
import type { Choices, Clash, Side } from './merging.ts';

export interface ClashChoicesProps {
  readonly clashes: readonly Clash[];
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
}

/** What two people changed of the same: as it was, and both versions, of which one is chosen. */
export function ClashChoices({ clashes, choices, onChange }: ClashChoicesProps) {
  const t = useT();
  const chooseAll = (side: Side) => onChange(Object.fromEntries(clashes.map(({ id }) => [id, side])));
  return (
    <div className={styles.list}>
      {clashes.length > 1 ? (
        <div className={styles.all}>
          <span className={textRoles.muted}>{t('For all:')}</span>
          <Button size="small" onClick={() => chooseAll('theirs')}>
            {t('All of theirs')}
          </Button>
          <Button size="small" onClick={() => chooseAll('mine')}>
            {t('All of mine')}
          </Button>
        </div>
      ) : null}
      {clashes.map((clash) => (
        <ClashChoice
          key={clash.id}
          clash={clash}
          side={choices[clash.id]}
          onChoose={(side) => onChange({ ...choices, [clash.id]: side })}
        />
      ))}
    </div>
  );
}

interface ClashChoiceProps {
  readonly clash: Clash;
  readonly side: Side | undefined;
  readonly onChoose: (side: Side) => void;
}

function ClashChoice({ clash, side, onChoose }: ClashChoiceProps) {
  const t = useT();
  const name = useId();
  const sides = [
    ['theirs', t('Theirs')],
    ['mine', t('Yours')],
  ] as const;
  return (
    <fieldset className={styles.clash}>
      <legend>{clash.label}</legend>
      <div className={styles.versions}>
        <div className={styles.version}>
          <span className={classNames(textRoles.small, textRoles.muted)}>{t('Before')}</span>
          <VersionText text={clash.base} />
        </div>
        {sides.map(([one, label]) => (
          <label key={one} className={classNames(styles.version, styles.choice)}>
            <span>
              <input type="radio" name={name} checked={side === one} onChange={() => onChoose(one)} /> {label}
            </span>
            <VersionText text={clash[one]} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function VersionText({ text }: { text: string }) {
  const t = useT();
  return <pre>{text ? text : <span className={textRoles.muted}>{t('(none)')}</span>}</pre>;
}
