import { CodeView, textRoles } from '@powerset/ui';
import { useLanguage, useT } from '../../i18n/index.ts';

/** A link by which somebody chooses a password. */
export interface MadeLink {
  /** Null of one that was mailed to an address that nobody else is to act for. */
  readonly url: string | null;
  readonly is_mailed: boolean;
  readonly expires_on: string;
}

/** Where a link went, or the link to hand over. */
export function MadeLinkView({ link, email }: { readonly link: MadeLink; readonly email: string }) {
  const t = useT();
  const language = useLanguage();
  const until = new Date(link.expires_on).toLocaleString(language);
  if (link.is_mailed)
    return <p role="status">{t('The link was sent to {{email}}. It holds until {{when}}.', { email, when: until })}</p>;
  const url = new URL(link.url ?? '', location.href).href;
  return (
    <>
      <p className={textRoles.secondary}>
        {t('Whoever has this link chooses the password: hand it to the person alone. It holds until {{when}}.', {
          when: until,
        })}
      </p>
      <CodeView label={t('Link')} code={url} />
    </>
  );
}
