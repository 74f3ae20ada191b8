import {
  CheckSquareOutlined,
  ClockCircleOutlined,
  FontSizeOutlined,
  FunctionOutlined,
  NumberOutlined,
} from '@ant-design/icons-svg';
import { Icon, type IconProps, type IconType } from './Icon.tsx';

export type TypeIconKind = 'string' | 'number' | 'temporal' | 'boolean' | 'metric';

/** The icon of each kind of column. */
export const typeIcons: Readonly<Record<TypeIconKind, IconType>> = {
  string: FontSizeOutlined,
  number: NumberOutlined,
  temporal: ClockCircleOutlined,
  boolean: CheckSquareOutlined,
  metric: FunctionOutlined,
};

/** What a column holds, as an icon. */
export function TypeIcon({ type, size = 12 }: { type: TypeIconKind; size?: IconProps['size'] }) {
  return <Icon of={typeIcons[type]} size={size} />;
}
