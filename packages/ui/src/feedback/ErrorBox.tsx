import { ExclamationCircleFilled } from '@ant-design/icons-svg';
import { type ReactNode, useState } from 'react';
import { classNames } from '../class-names.ts';
import { Button } from '../controls/Button.tsx';
import { CopyButton } from '../display/CopyButton.tsx';
import { Icon } from '../display/Icon.tsx';
import { lineRoles } from '../layout/line.ts';
import { useUiTexts } from '../texts.tsx';
import styles from './ErrorBox.module.css';

export interface ErrorBoxProps {
  /** What failed. */
  readonly title: ReactNode;
  /** Why, and what would help. */
  readonly text?: ReactNode;
  /** At most two buttons, small. */
  readonly actions?: ReactNode;
  /** The server's own words. */
  readonly details?: string;
  /** An id to quote. */
  readonly reference?: string | null;
  readonly isOpen?: boolean;
  /** A warning is drawn in its own colour. */
  readonly level?: 'error' | 'warning';
}

/** An error where its object would have been: what failed, why, what helps; details and an id one press away. */
export function ErrorBox({ title, text, actions, details, reference, isOpen = false, level = 'error' }: ErrorBoxProps) {
  const [isShown, setIsShown] = useState(isOpen);
  const texts = useUiTexts();
  const hasFoot = Boolean(actions || details || reference);
  return (
    <div className={classNames(styles.box, level === 'warning' && styles.warning)} role="alert">
      <div className={styles.head}>
        <Icon of={ExclamationCircleFilled} />
        <div className={lineRoles.grow}>
          <div dir="auto" className={styles.title}>
            {title}
          </div>
          {text ? (
            <div dir="auto" className={styles.text}>
              {text}
            </div>
          ) : null}
        </div>
      </div>
      {isShown && details ? <div className={styles.log}>{details}</div> : null}
      {hasFoot ? (
        <div className={styles.foot} data-large-on-touch>
          {actions}
          {details ? (
            <Button kind="text" size="small" onClick={() => setIsShown(!isShown)}>
              {isShown ? texts.hideDetails : texts.details}
            </Button>
          ) : null}
          {reference ? (
            <span className={styles.reference}>
              id {reference}
              <CopyButton text={reference} />
            </span>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
