import { Button } from '@powerset/ui';
import { useT } from '../../i18n/index.ts';
import type { SignInPlace } from './sign-in-place.ts';
import { useSignedIn } from './use-signed-in.ts';

interface DatabaseSignInProps {
  readonly place: SignInPlace;
  /** Asks again; nothing where what stands around it does, as long as the button is not always there. */
  readonly onBack?: () => void;
}

/** Opens the provider's page beside this one, which goes on by itself once the person has signed in there. */
export function DatabaseSignIn({ place, onBack }: DatabaseSignInProps) {
  const t = useT();
  useSignedIn(place, onBack);
  return (
    <Button size="small" kind="primary" onClick={() => void window.open(place.url, '_blank')}>
      {t('Sign in')}
    </Button>
  );
}
