// ICU messages as forms. An entry of its own: the web app loads it when a message is edited.
export {
  type FormGroup,
  type FormLanguages,
  type FormLine,
  formGroups,
  sourceOfLine,
} from './form/form-lines.ts';
export { tokenizeLine, verifyLine } from './form/line-text.ts';
export { mapCategories } from './form/map-categories.ts';
export {
  addOption,
  blankForm,
  type MessageForm,
  printForm,
  readForm,
  removeOption,
  setLine,
} from './form/message-form.ts';
