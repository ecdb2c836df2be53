import type { Subject } from './subject.ts';
import { androidSubject } from './subjects/android.ts';
import { stringsdictSubject, stringsSubject } from './subjects/apple.ts';
import { chromePlaceholders, chromeSubject } from './subjects/chrome.ts';
import { csvSubject } from './subjects/csv.ts';
import {
  arbMessages,
  arbSubject,
  formatjsMessages,
  jsonAngular,
  jsonFlat,
  jsonNested,
} from './subjects/json.ts';
import { poText } from './subjects/po.ts';
import { propertiesLatin1, propertiesMessages, propertiesUtf8 } from './subjects/properties.ts';
import { resxSubject } from './subjects/resx.ts';
import { angular12, angular20, xliff12, xliff20, xliffQt } from './subjects/xliff.ts';
import { yamlFlat, yamlFlatSymfony, yamlNested, yamlRails } from './subjects/yaml.ts';

export const SUBJECTS: readonly Subject[] = [
  jsonFlat,
  jsonNested,
  jsonAngular,
  arbSubject,
  arbMessages,
  formatjsMessages,
  androidSubject,
  chromeSubject,
  chromePlaceholders,
  stringsSubject,
  stringsdictSubject,
  csvSubject,
  resxSubject,
  xliff12,
  xliff20,
  angular12,
  angular20,
  xliffQt,
  yamlFlat,
  yamlFlatSymfony,
  yamlNested,
  yamlRails,
  poText,
  propertiesUtf8,
  propertiesLatin1,
  propertiesMessages,
];
