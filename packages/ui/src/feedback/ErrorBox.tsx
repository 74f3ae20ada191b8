import { ExclamationCircleFilled } from '@ant-design/icons';
import { type ReactNode, useState } from 'react';
import { classNames } from '../class-names.ts';
import { Button } from '../controls/Button.tsx';
import { CopyButton } from '../display/CopyButton.tsx';
import { Icon } from '../display/Icon.tsx';
import { useUiTexts } from '../texts.tsx';
import '../display/display.css';

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
    <div className={classNames('ps-error', level === 'warning' && 'ps-error--warning')} role="alert">
      <div className="ps-error__head">
        <Icon of={ExclamationCircleFilled} />
        <div className="ps-grow">
          <div className="ps-error__title">{title}</div>
          {text ? <div className="ps-error__text">{text}</div> : null}
        </div>
      </div>
      {isShown && details ? <div className="ps-error__log">{details}</div> : null}
      {hasFoot ? (
        <div className="ps-error__foot">
          {actions}
          {details ? (
            <Button kind="text" size="small" onClick={() => setIsShown(!isShown)}>
              {isShown ? texts.hideDetails : texts.details}
            </Button>
          ) : null}
          {reference ? (
            <span className="ps-error__id">
              id {reference}
              <CopyButton text={reference} />
            </span>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
