import { DownOutlined } from '@ant-design/icons-svg';
import { Button, type ButtonProps, classNames } from '@powerset/ui';
import styles from './FieldButton.module.css';

/** Shows a value as a field does; what chooses it opens below. */
export function FieldButton(props: ButtonProps) {
  return <Button {...props} className={classNames(styles.field, props.className)} iconAfter={DownOutlined} />;
}
