import editor from '../en/editor.json';
import { addEnglish } from '../setup.ts';

addEnglish(editor);
