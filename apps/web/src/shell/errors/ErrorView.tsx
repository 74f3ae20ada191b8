import { ErrorBox } from '@powerset/ui';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError, errorText } from '../../api/index.ts';
import { DatabaseSignIn, signInPlaceIn } from '../../controls/database-sign-in/index.ts';
import { useT } from '../../i18n/index.ts';
import { useSession } from '../session.tsx';
import { type ErrorSettings, toErrorView } from './error-view.ts';

export interface ErrorViewProps {
  readonly error: unknown;
  /** What failed, where the error itself does not know it. */
  readonly title?: string;
  /** Why, in the words of whoever asked, where the error's type has none. */
  readonly text?: string;
  readonly actions?: ReactNode;
}

function readSettings(conf: Readonly<Record<string, unknown>>): ErrorSettings {
  const { ERROR_MESSAGES: messages, PERMISSION_INSTRUCTIONS_LINK: link } = conf;
  const entries = typeof messages === 'object' && messages !== null ? Object.entries(messages) : [];
  return {
    messages: Object.fromEntries(entries.filter(([, text]) => typeof text === 'string')),
    accessLink: typeof link === 'string' && link !== '' ? link : null,
  };
}

/** An error where its object would have been: in the view of its type, else as a warning with all that is known. */
export function ErrorView({ error, title, text, actions }: ErrorViewProps) {
  const t = useT();
  const { bootstrap } = useSession();
  const facts = error instanceof ApiError ? error : { message: errorText(error), errors: [] };
  const view = toErrorView(facts, readSettings(bootstrap.conf), t);
  const isKnown = view.kind !== 'other';
  const place = signInPlaceIn(error);
  const queryClient = useQueryClient();
  const askAgain = () => void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  return (
    <ErrorBox
      level={isKnown ? 'error' : 'warning'}
      title={isKnown ? view.title : (title ?? view.title)}
      text={
        <>
          {isKnown ? view.text : (text ?? view.text)}
          {view.accessLink ? (
            <>
              {' '}
              <a href={view.accessLink} target="_blank" rel="noreferrer">
                {t('(Request Access)')}
              </a>
            </>
          ) : null}
        </>
      }
      details={view.details}
      reference={view.reference}
      actions={
        place ? (
          <>
            <DatabaseSignIn place={place} onBack={askAgain} />
            {actions}
          </>
        ) : (
          actions
        )
      }
    />
  );
}
