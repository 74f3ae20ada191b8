import { ExclamationCircleOutlined } from '@ant-design/icons-svg';
import { Icon } from '@powerset/ui';
import parts from '../parts.module.css';

/** A mark at something that the dataset does not know. */
export function Warning({ text }: { text: string }) {
  return (
    <span role="img" aria-label={text} title={text} className={parts.warning}>
      <Icon of={ExclamationCircleOutlined} size={12} />
    </span>
  );
}
