import glossary from '../en/glossary.json';
import { addEnglish } from '../setup.ts';

addEnglish(glossary);
