import { type ThemeConfig, theme } from 'antd';

type ReadToken = (token: string) => string;

function seedTokens(read: ReadToken): NonNullable<ThemeConfig['token']> {
  return {
    colorPrimary: read('--accent'),
    colorPrimaryHover: read('--accent-hover'),
    colorPrimaryActive: read('--accent-active'),
    colorPrimaryBg: read('--accent-subtle'),
    colorPrimaryBorder: read('--accent-border'),
    colorPrimaryText: read('--accent-text'),
    colorLink: read('--accent-text'),
    colorLinkHover: read('--accent-hover'),
    colorSuccess: read('--success'),
    colorSuccessBg: read('--success-subtle'),
    colorWarning: read('--warning-mark'),
    colorWarningBg: read('--warning-subtle'),
    colorError: read('--danger'),
    colorErrorBg: read('--danger-subtle'),
    colorInfo: read('--info'),
    colorInfoBg: read('--info-subtle'),
    controlOutline: read('--focus'),
    controlItemBgHover: read('--hover'),
    controlItemBgActive: read('--selected'),
  };
}

function surfaceTokens(read: ReadToken): NonNullable<ThemeConfig['token']> {
  return {
    colorBgLayout: read('--ground'),
    colorBgContainer: read('--card'),
    colorBgElevated: read('--raised'),
    colorFillQuaternary: read('--sunken'),
    colorFillTertiary: read('--fill'),
    colorFillSecondary: read('--fill'),
    colorText: read('--text'),
    colorTextSecondary: read('--text-2'),
    colorTextTertiary: read('--text-3'),
    colorTextQuaternary: read('--text-disabled'),
    colorTextDisabled: read('--text-disabled'),
    colorTextPlaceholder: read('--text-3'),
    colorTextLightSolid: read('--on-accent'),
    colorBorder: read('--border-strong'),
    colorBorderSecondary: read('--border'),
    colorSplit: read('--border'),
    boxShadow: read('--shadow-modal'),
    boxShadowSecondary: read('--shadow-popover'),
  };
}

const shapeTokens: NonNullable<ThemeConfig['token']> = {
  borderRadius: 6,
  borderRadiusLG: 8,
  borderRadiusSM: 4,
  controlHeight: 32,
  controlHeightSM: 24,
  controlHeightLG: 40,
  fontSize: 13,
  fontSizeSM: 12,
  fontSizeLG: 14,
  fontSizeHeading4: 16,
  fontSizeHeading3: 20,
  fontSizeHeading2: 24,
  lineHeight: 20 / 13,
  motionDurationFast: '0.12s',
  motionDurationMid: '0.16s',
  motionDurationSlow: '0.2s',
  wireframe: false,
};

/** antd's theme in our tokens' values; `read` gives a token's value in force. */
export function toAntdTheme(read: ReadToken, isDark: boolean): ThemeConfig {
  return {
    algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      ...seedTokens(read),
      ...surfaceTokens(read),
      ...shapeTokens,
      fontFamily: read('--font'),
      fontFamilyCode: read('--mono'),
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 500 },
      Table: {
        cellPaddingBlockSM: 4,
        headerBg: read('--card'),
        rowHoverBg: read('--hover'),
        rowSelectedBg: read('--selected'),
      },
      Tabs: { horizontalItemPadding: '8px 0', horizontalItemGutter: 20 },
      Segmented: { trackBg: read('--sunken'), itemSelectedBg: read('--card') },
      Tooltip: { colorBgSpotlight: read('--raised'), colorTextLightSolid: read('--text') },
      Select: {
        optionHeight: 28,
        optionPadding: '4px 8px',
        optionSelectedBg: read('--selected'),
        optionActiveBg: read('--hover'),
        multipleItemBg: read('--fill'),
      },
    },
  };
}
