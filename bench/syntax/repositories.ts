import type { MessageFormat } from '../../packages/messages/src/token/token.ts';

export interface Repository {
  /** Name on GitHub, which is also the path of the checkout in the given folder. */
  readonly name: string;
  readonly commit: string;
  /** Glob pattern of the files with texts. */
  readonly files: string;
  /** Glob pattern of the files with source texts. */
  readonly source: string;
  readonly messageFormat: MessageFormat;
}

/** Public repositories with many locales, each with the commit to read. */
export const REPOSITORIES: readonly Repository[] = [
  {
    name: '00-Evan/shattered-pixel-dungeon',
    commit: '504eb480e9e4c19fbc1d85ac834c2830e467f76b',
    files: 'core/src/main/assets/messages/**/*.properties',
    source: 'core/src/main/assets/messages/**/+([a-z]).properties',
    messageFormat: 'printf',
  },
  {
    name: 'AntennaPod/AntennaPod',
    commit: 'b7ee12ccfc026b7fe6ca7206a925a05a23e15cca',
    files: 'ui/i18n/src/main/res/values*/strings.xml',
    source: 'ui/i18n/src/main/res/values/strings.xml',
    messageFormat: 'printf',
  },
  {
    name: 'EFForg/privacybadger',
    commit: 'dd1e9f75041a4ce2b08e4b224a4e200f38a9821f',
    files: 'src/_locales/*/messages.json',
    source: 'src/_locales/en_US/messages.json',
    messageFormat: 'chrome',
  },
  {
    name: 'JabRef/jabref',
    commit: 'edbf3b13ad2806e4460f1d477ddcb087984c8459',
    files: '**/main/resources/l10n/*.properties',
    source: '**/main/resources/l10n/*_en.properties',
    messageFormat: 'auto',
  },
  {
    name: 'elk-zone/elk',
    commit: 'ae4ebf3375eb68f1f355390b4f163adb10f5026c',
    files: 'locales/*.json',
    source: 'locales/en.json',
    messageFormat: 'auto',
  },
  {
    name: 'excalidraw/excalidraw',
    commit: '4872083c044491b6d5c96ae134a75464f96d6831',
    files: 'packages/excalidraw/locales/*.json',
    source: 'packages/excalidraw/locales/en.json',
    messageFormat: 'i18next',
  },
  {
    name: 'files-community/Files',
    commit: '3c23ca92e3749abb86292146855a8536db882084',
    files: 'src/Files.App/Strings/*/Resources.resw',
    source: 'src/Files.App/Strings/en-US/Resources.resw',
    messageFormat: 'dotnet',
  },
  {
    name: 'gorhill/uBlock',
    commit: 'fe277a4ea6d18a0a62757826bb665a92c04a0745',
    files: 'src/_locales/*/messages.json',
    source: 'src/_locales/en/messages.json',
    messageFormat: 'chrome',
  },
  {
    name: 'jellyfin/jellyfin-web',
    commit: 'f330b7bc8b6fc9c0d937659919fa82a9564e2ec0',
    files: 'src/strings/*.json',
    source: 'src/strings/en-us.json',
    messageFormat: 'auto',
  },
  {
    name: 'kiwix/kiwix-android',
    commit: '31bf1e86636255b2c0a53f52914fcc701b68c17f',
    files: '**/res/values*/strings.xml',
    source: '**/res/values/strings.xml',
    messageFormat: 'printf',
  },
  {
    name: 'krille-chan/fluffychat',
    commit: '76c4ec488e885a962f991fbd812a4d9a8524e145',
    files: 'lib/l10n/*.arb',
    source: 'lib/l10n/intl_en.arb',
    messageFormat: 'flutter',
  },
  {
    name: 'mRemoteNG/mRemoteNG',
    commit: '2e7579cac5b4a28544896ec415067f87916fc2c2',
    files: 'mRemoteNG/Language/*.resx',
    source: 'mRemoteNG/Language/Language.resx',
    messageFormat: 'dotnet',
  },
  {
    name: 'mattermost/focalboard',
    commit: 'de5e5cc4141f14f69bf0e5666383997b81f851d6',
    files: '{webapp,server}/i18n/*.json',
    source: '{webapp,server}/i18n/en.json',
    messageFormat: 'icu',
  },
  {
    name: 'openfoodfacts/smooth-app',
    commit: '3fde3e6f9386074ac14d14b8fced4792bb4ff0df',
    files: 'packages/smooth_app/lib/l10n/*.arb',
    source: 'packages/smooth_app/lib/l10n/app_en.arb',
    messageFormat: 'flutter',
  },
  {
    name: 'miniflux/v2',
    commit: '106cdd09e1557222303f3ed1376e1dadf0638621',
    files: 'internal/locale/translations/*.json',
    source: 'internal/locale/translations/en_US.json',
    messageFormat: 'printf',
  },
  {
    name: 'monicahq/monica',
    commit: 'e08e91734170b6bbd582cb578532c3948196124e',
    files: 'lang/*.json',
    source: 'lang/en.json',
    messageFormat: 'auto',
  },
  {
    name: 'redmine/redmine',
    commit: '890812e49cc60e96c7c252b7dedbd881a4edba55',
    files: 'config/locales/*.yml',
    source: 'config/locales/en.yml',
    messageFormat: 'ruby',
  },
  {
    name: 'svenfuchs/rails-i18n',
    commit: '34be758a2748b0a7c99c90838d387276c4d97bf2',
    files: 'rails/locale/*.yml',
    source: 'rails/locale/en-US.yml',
    messageFormat: 'ruby',
  },
  {
    name: 'transmission/transmission',
    commit: '85fc9d915c6d91b32f01ec4b291b1c9ba820f310',
    files: 'po/*.po',
    source: 'po/en_GB.po',
    messageFormat: 'auto',
  },
];
