import { Button, classNames, ErrorBox } from '@powerset/ui';
import { useT } from '../../i18n/index.ts';
import {
  addresses,
  failureOf,
  nextAddress,
  type SignInWay,
  singleSignOnWords,
  useSignInWays,
  useTakesPasswords,
} from '../../shell/index.ts';
import styles from './SingleSignOn.module.css';

/** The ways to the identity providers, where there are some, and why the last one led nowhere. */
export function SingleSignOn({ search }: { readonly search: string }) {
  const ways = useSignInWays();
  const takesPasswords = useTakesPasswords();
  if (ways.length === 0) return null;
  return (
    <div className={classNames(styles.ways, takesPasswords && styles.besides)}>
      {ways.map((way) => (
        <Way key={way.kind} way={way} search={search} />
      ))}
    </div>
  );
}

function Way({ way, search }: { readonly way: SignInWay; readonly search: string }) {
  const t = useT();
  const takesPasswords = useTakesPasswords();
  const failure = failureOf(way, search);
  const next = nextAddress(search, addresses.home);
  return (
    <div className={styles.way}>
      {failure ? (
        <ErrorBox
          title={failure === 'still_there' ? t('Sign out') : t('Signing in did not work')}
          text={singleSignOnWords(t, failure, way.name)}
        />
      ) : null}
      <Button
        kind={takesPasswords ? undefined : 'primary'}
        isBlock
        onClick={() => location.assign(way.addressTo({ next }))}
      >
        {t('Sign in with {{name}}', { name: way.name })}
      </Button>
    </div>
  );
}
