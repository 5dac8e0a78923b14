export { selectPolicies, selectPolicyTexts } from './pages/queries.ts'
export { kinds as pageKinds, type PageKind } from './pages/rules.ts'
