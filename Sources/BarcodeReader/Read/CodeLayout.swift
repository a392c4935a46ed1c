/// The fixed layout of an expected code.
package struct CodeLayout: Hashable, Sendable {
    /// Characters of the Code 128, from start to check.
    package let characters: Int
    /// Characters of its text.
    package let length: Int

    package init(characters: Int, length: Int) {
        self.characters = characters
        self.length = length
    }

    /// Modules from the first bar to the end of the last.
    var modules: Int { characters * Code128Symbols.modules + Code128Symbols.stopModules }
}
