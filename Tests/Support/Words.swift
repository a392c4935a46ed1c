extension String {
    /// Its runs of letters and digits. Few digits, such as those of a level, may also stand inside a random id.
    package var words: [Substring] { split { !$0.isLetter && !$0.isNumber } }
}
