import forms from '../en/forms.json';
import { addEnglish } from '../setup.ts';

addEnglish(forms);
