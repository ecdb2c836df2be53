import settings from '../en/settings.json';
import { addEnglish } from '../setup.ts';

addEnglish(settings);
