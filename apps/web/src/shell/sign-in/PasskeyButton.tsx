import { Button } from '@powerset/ui';
import { useT } from '../../i18n/index.ts';
import { usePasskeys } from './use-passkeys.ts';

interface PasskeyButtonProps {
  readonly isBusy: boolean;
  readonly onPress: () => void;
}

/** The way in without a password, where this browser has it. */
export function PasskeyButton({ isBusy, onPress }: PasskeyButtonProps) {
  const t = useT();
  if (!usePasskeys()) return null;
  return (
    <Button isBlock isDisabled={isBusy} onClick={onPress}>
      {t('Sign in with a passkey')}
    </Button>
  );
}
