import type { Module } from '#src/platform/module.ts'

export const pricing = {
  name: 'pricing',
} satisfies Module
